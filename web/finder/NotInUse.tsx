import { FinderFrame } from './FinderFrame.tsx';

/** Of every code that is not in use, whatever the reason. */
export const NotInUse = () => (
  <FinderFrame
    title="This label is not in use"
    lead="If you have found keys, please hand them in at a police station or a lost property office. If the label is yours, sign in and print another one."
  />
);
