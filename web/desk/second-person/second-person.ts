/** What a list with sets that need a second person loads, in one file. */

export { SecondPerson } from './SecondPerson.tsx';
export { AskButton, WaitingLine } from './WaitingLine.tsx';
