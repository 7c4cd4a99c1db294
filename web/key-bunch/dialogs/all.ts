/** The dialogs about key bunches as one file: each by itself would bring a dozen small ones along. */
export { ExtendDialog } from './custody/ExtendDialog.tsx';
export { FoundDialog } from './custody/FoundDialog.tsx';
export { HandOverDialog } from './custody/HandOverDialog.tsx';
export { IssueDialog } from './custody/IssueDialog.tsx';
export { MoveDialog } from './custody/MoveDialog.tsx';
export { ReturnDialog } from './custody/ReturnDialog.tsx';
export { KeyDetailsDialog } from './details/KeyDetailsDialog.tsx';
export { AddBunchDialog } from './form/AddBunchDialog.tsx';
export { EditBunchDialog } from './form/EditBunchDialog.tsx';
export { ScannedDialog } from './ScannedDialog.tsx';
