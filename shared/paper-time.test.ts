import { expect, test } from 'vitest';
import { daysOf, momentsOf, timeTyped } from './paper-time.ts';

const LONDON = 'Europe/London';
const THU = '2026-11-26';
const FRI = '2026-11-27';
const iso = (moments: number[]) => moments.map((moment) => new Date(moment).toISOString());
const typed = (text: string, near = THU) => {
  const time = timeTyped(text, near);
  return 'problem' in time ? time.problem : [time.day, time.clock].filter(Boolean).join(' ');
};
/** The days of clock times that follow each other. */
const days = (
  clocks: string[],
  { clock = null as string | null, kept = {} as Record<string, string> } = {},
) =>
  daysOf(
    { day: THU, clock },
    clocks.map((text) => {
      const time = timeTyped(text, THU);
      return 'problem' in time ? null : { ...time, kept: kept[text] ?? null };
    }),
  ).map((some) => some.join(' or '));

test('a time is read as it is written on paper', () => {
  const texts = ['20:12', '2012', '7.05', '705', '7', '19', ' 8:00 ', '9pm', '9:15 PM', '12am', '12:30pm'];
  expect(texts.map((text) => typed(text))).toEqual([
    ...['20:12', '20:12', '07:05', '07:05', '07:00', '19:00', '08:00', '21:00', '21:15', '00:00', '12:30'],
  ]);
  for (const text of ['7:60', '', 'noon', '123456', '13pm', '25'])
    expect(typed(text)).toMatch(/^Write the time, such as 20:12/);
  expect([typed('24:00'), typed('20:12:30')]).toEqual([
    'Midnight is 00:00 of the next day.',
    'Write hours and minutes only.',
  ]);
});

test('a day is written before the time or after it', () => {
  const texts = [
    '27 Nov 17:15',
    '27/11 1715',
    '27.11.2026 17.15',
    'Fri 27 november, 5:15 pm',
    '17:15 27 Nov',
  ];
  for (const text of [...texts, '2026-11-27 17:15']) expect(typed(text), text).toBe(`${FRI} 17:15`);
  expect(typed('31 Dec 23:50', '2027-01-01')).toBe('2026-12-31 23:50');
  expect(typed('31 Feb 10:00')).toMatch(/^Write the time/);
});

test('a sheet runs forward', () => {
  expect(days(['23:50', '00:20', '01:10'])).toEqual([THU, FRI, FRI]);
  expect(days(['22:00', '11:30'])).toEqual([THU, FRI]);
  expect(days(['22:10', '02:30', '17:15'])).toEqual([THU, FRI, FRI]);
  expect(days(['20:12', 'noon', '20:12'])).toEqual([THU, '', THU]);
  expect(days(['00:20'], { clock: '23:50' })).toEqual([FRI]);
  expect(days(['20:00', '28 Nov 8:00', '9:00', '26 Nov 21:00', '22:00'])).toEqual([
    ...[THU, '2026-11-28', '2026-11-28', THU, THU],
  ]);
});

test('a time a little before the line above is asked about, and a kept day stays', () => {
  expect(days(['20:31', '20:20', '20:40'])).toEqual([THU, `${THU} or ${FRI}`, THU]);
  expect(days(['23:50', '00:20', '23:58', '01:00'])).toEqual([THU, FRI, `${THU} or ${FRI}`, FRI]);
  expect(days(['23:50', '0:20', '22:30'])).toEqual([THU, FRI, `${THU} or ${FRI}`]);
  expect(days(['20:31', '20:20', '20:40'], { kept: { '20:20': THU } })).toEqual([THU, THU, THU]);
  // The line before it was recorded and is gone.
  expect(days(['0:20', '1:00'], { kept: { '0:20': FRI } })).toEqual([FRI, FRI]);
});

test('a time comes twice when clocks are put back, and never when they skip it', () => {
  expect(iso(momentsOf('2026-10-25', '01:30', LONDON))).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ]);
  expect(iso(momentsOf('2026-10-25', '02:30', LONDON))).toEqual(['2026-10-25T02:30:00.000Z']);
  expect(momentsOf('2027-03-28', '01:30', LONDON)).toEqual([]);
  expect(iso(momentsOf('2026-04-05', '01:45', 'Australia/Lord_Howe'))).toHaveLength(2);
  expect(iso(momentsOf('2026-11-21', '22:41', 'Asia/Kathmandu'))).toEqual(['2026-11-21T16:56:00.000Z']);
});
