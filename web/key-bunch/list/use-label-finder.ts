import { call } from '../../api/call.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { failedText } from '../../api/signal.ts';
import { useReader } from '../../device/scan/reader.ts';
import { dismissToast, toast } from '../../ui/overlay/toast.ts';

const toastError = (title: string, description: string) =>
  toast({ title, description, variant: 'destructive' });

/**
 * Finds the set of a label read by a keyboard reader and calls `onFound` with its id; ignores readers unless `enabled`. Returns a lookup
 * for codes read in other ways.
 */
export function useLabelFinder(onFound: (id: number) => void, enabled: boolean): (code: string) => void {
  async function find(code: string): Promise<void> {
    try {
      const params = { code };
      const { data } = await withReauthentication('getFinder', () => call('getFinder', { params }));
      if (data.keyBunchId === null)
        return void toastError('Unknown label', `None of your key sets has the label ${code}.`);
      // Clear the toast of the previous label.
      dismissToast();
      onFound(data.keyBunchId);
    } catch (error) {
      toastError('Error', failedText(error));
    }
  }
  const read = (code: string): void => void find(code);
  useReader({ onRead: read, accepts: 'label', enabled });
  return read;
}
