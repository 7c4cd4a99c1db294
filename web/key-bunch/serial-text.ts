/** An NFC serial as people read it: pairs with colons between them. It is stored without. */
export const serialText = (serial: string | null): string =>
  serial && /^([0-9A-F]{2})+$/.test(serial) ? (serial.match(/../g) ?? []).join(':') : (serial ?? '');
