/** Codes scanned on another screen, in order, until the desk reads them. */
const codes: string[] = [];

export const handToDesk = (code: string): void => void codes.push(code);
export const takeHanded = (): string[] => codes.splice(0);
