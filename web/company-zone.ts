let zone: string | null = null;

/** Sets the time zone of all times, before the company's content renders (`SessionProvider`). */
export function setCompanyZone(name: string): void {
  zone = name;
}

/** The zone that was set; null without a company. */
export const knownZone = (): string | null => zone;
