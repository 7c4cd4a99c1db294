export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Moments counted from now, in the hours of the server's own time zone: the demo runs where it is looked at. */
export type Calendar = ReturnType<typeof makeCalendar>;

export function makeCalendar(now: number) {
  const on = (daysAgo: number, hour: number, minute = 0): number => {
    const date = new Date(now);
    date.setDate(date.getDate() - daysAgo);
    return date.setHours(hour, minute, 17, 0);
  };
  const isWeekend = (at: number): boolean => [0, 6].includes(new Date(at).getDay());
  return {
    now,
    on,
    isWeekend,
    /** The same on a working day: a weekend's is done on the Friday before. */
    onWorkday(daysAgo: number, hour: number, minute = 0): number {
      let days = daysAgo;
      while (isWeekend(on(days, hour))) days += 1;
      return on(days, hour, minute);
    },
    /** The last time it was so late, at least so long ago. */
    latest(hour: number, minute: number, atLeast: number): number {
      let days = 0;
      while (on(days, hour, minute) > now - atLeast) days += 1;
      return on(days, hour, minute);
    },
    /** So long ago when that falls in office hours, else shortly before the last office closed. */
    inOfficeHours(ago: number): number {
      const hour = new Date(now - ago).getHours();
      if (hour >= 8 && hour < 18) return now - ago;
      let days = 0;
      while (on(days, 17, 30) > now - ago) days += 1;
      return on(days, 17, 30) + (DAY - ago) / 48;
    },
  };
}

/** What is to happen, in order of time; what happens may plan more. */
export type Agenda = ReturnType<typeof makeAgenda>;
type Beat = { at: number; run: (at: number) => Promise<void> };

export function makeAgenda() {
  const beats: Beat[] = [];
  let present = 0;
  return {
    /** What is planned for a moment that has passed happens at once. */
    plan(at: number, run: Beat['run']): void {
      const beat = { at: Math.max(Math.floor(at), present), run };
      const place = beats.findLastIndex((other) => other.at <= beat.at);
      beats.splice(place + 1, 0, beat);
    },
    async play(): Promise<void> {
      for (let beat = beats.shift(); beat; beat = beats.shift()) {
        present = beat.at;
        await beat.run(beat.at);
      }
    },
  };
}
