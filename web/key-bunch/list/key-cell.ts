/** Below 1024 pixels the cells of the key table stand closer. */
export const CELL = 'max-lg:px-2.5!';
