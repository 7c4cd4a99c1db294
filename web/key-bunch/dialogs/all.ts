/** All key bunch dialogs in one chunk, instead of a dozen small ones. */

export { KeyBunchFilterSheet } from '../list/KeyBunchFilterSheet.tsx';
export { AddBunchDialog, EditBunchDialog } from './BunchFormDialogs.tsx';
export { ExtendDialog } from './ExtendDialog.tsx';
export { FoundDialog } from './FoundDialog.tsx';
export { HandOverDialog } from './HandOverDialog.tsx';
export { IssueDialog } from './IssueDialog.tsx';
export { KeyDetailsDialog } from './KeyDetailsDialog.tsx';
export { MoveDialog } from './MoveDialog.tsx';
export { ReturnDialog } from './ReturnDialog.tsx';
export { ScannedDialog } from './ScannedDialog.tsx';
