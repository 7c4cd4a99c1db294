/** The dialogs about key bunches as one file: each by itself would bring a dozen small ones along. */

export { AddBunchDialog } from './AddBunchDialog.tsx';
export { EditBunchDialog } from './EditBunchDialog.tsx';
export { ExtendDialog } from './ExtendDialog.tsx';
export { FoundDialog } from './FoundDialog.tsx';
export { HandOverDialog } from './HandOverDialog.tsx';
export { IssueDialog } from './IssueDialog.tsx';
export { KeyDetailsDialog } from './KeyDetailsDialog.tsx';
export { MoveDialog } from './MoveDialog.tsx';
export { ReturnDialog } from './ReturnDialog.tsx';
export { ScannedDialog } from './ScannedDialog.tsx';
