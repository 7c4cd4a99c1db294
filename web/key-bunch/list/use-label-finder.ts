import { call } from '../../api/call.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { failedText } from '../../api/signal.ts';
import { useReader } from '../../device/scan/reader.ts';
import { dismissToast, toast } from '../../ui/overlay/toast.ts';

const say = (title: string, description: string) => toast({ title, description, variant: 'destructive' });

/**
 * Finds the set of a label's code that a keyboard reader types, and tells `onFound` its id; while not `enabled`, readers are let pass.
 * Answers how to find that of a code which was read in another way.
 */
export function useLabelFinder(onFound: (id: number) => void, enabled: boolean): (code: string) => void {
  async function find(code: string): Promise<void> {
    try {
      const params = { code };
      const { data } = await withReauthentication('getFinder', () => call('getFinder', { params }));
      if (data.keyBunchId === null)
        return void say('Unknown label', `None of your key sets has the label ${code}.`);
      // What was said of the label before is no longer so.
      dismissToast();
      onFound(data.keyBunchId);
    } catch (error) {
      say('Error', failedText(error));
    }
  }
  const read = (code: string): void => void find(code);
  useReader({ onRead: read, accepts: 'label', enabled });
  return read;
}
