import { expect, test } from 'vitest';
import { phoneNumberIn } from './phone-number.ts';

test.each([
  ['Please call 0161 496 0000', '0161 496 0000', 'tel:01614960000'],
  ['+44 (0)161 496 0000, day and night', '+44 (0)161 496 0000', 'tel:+441614960000'],
  ['Ring 0161-496-0142.', '0161-496-0142', 'tel:01614960142'],
  ['Open 9 to 5, call (020) 7946 0000', '(020) 7946 0000', 'tel:02079460000'],
])('the number in %j is called', (line, shown, href) => expect(phoneNumberIn(line)).toEqual({ shown, href }));

test.each(['Write to keys@example.com', 'Open 24 hours', 'PO Box 12345', '1234 5678 9012 3456 7890', ''])(
  '%j holds no number',
  (line) => expect(phoneNumberIn(line)).toBeNull(),
);
