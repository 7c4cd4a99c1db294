/** The lists of reservations by their beginning; `not_taken` began RESERVE_NOT_TAKEN_HOURS ago and is still here, `ended` are all that are not open. */
export const RESERVATION_TABS = ['today', 'tomorrow', 'later', 'not_taken', 'ended'] as const;
export type ReservationTab = (typeof RESERVATION_TABS)[number];

/** `change`: when they were changed last. */
export const RESERVED_BY = ['time', 'person', 'hook', 'change'] as const;
export type ReservedBy = (typeof RESERVED_BY)[number];

export const RESERVATION_STATES = ['waiting', 'picked', 'not_taken', 'taken', 'over', 'cancelled'] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];

/** What keeps a set from where it must be. */
export const OBSTACLES = ['out', 'missing', 'elsewhere'] as const;
export type Obstacle = (typeof OBSTACLES)[number];
