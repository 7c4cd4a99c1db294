/** Cyrillic and Greek letters that look like Latin ones, each before its twin. */
const TWINS = 'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwкkмmтtвbнhαaβbεeηhιiκkμmνnοoρpτtυyχxγyζz';
const TWIN = new Map([...TWINS].flatMap((sign, at, all) => (at % 2 ? [] : [[sign, all[at + 1] ?? sign]])));

/**
 * A normalised form of a set ID or tag, equal for codes that look alike (full-width digits, other hyphens, letters of another alphabet),
 * and for 017 and 17. It is only for comparison; codes are stored unchanged.
 */
export const lookOf = (code: string): string =>
  Array.from(code.normalize('NFKC').toLowerCase(), (sign) => TWIN.get(sign) ?? sign)
    .join('')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .trim();
