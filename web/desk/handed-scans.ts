/** Codes that were scanned on another screen, in their order, until the desk takes them. */
const codes: string[] = [];

export const handToDesk = (code: string): void => void codes.push(code);
export const takeHanded = (): string[] => codes.splice(0);
