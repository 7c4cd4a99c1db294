/** The actions of kiosks in the log (activity-words.ts). */
export const KIOSK_ACTIVITIES = {
  kiosk_create: ['locations', 'added the kiosk {name}'],
  kiosk_edit: ['locations', 'changed the kiosk {name}'],
  kiosk_code: ['locations', 'made a new code for the kiosk {name}'],
  kiosk_bind: ['locations', 'had a tablet become the kiosk {name}'],
  kiosk_leave: ['locations', 'ended the kiosk {name} on its tablet'],
  kiosk_revoke: ['locations', 'revoked the kiosk {name}'],
  kiosk_rest: ['refusals', 'rests after too many wrong numbers or unknown codes'],
  kiosk_number_rest: ['refusals', 'let the number of {name} rest after wrong numbers'],
  kiosk_number_set: ['people', 'set their kiosk number'],
  kiosk_number_first: ['rights', 'gave {name} a first kiosk number'],
  kiosk_number_removed: ['rights', 'removed the kiosk number of {name}'],
  kiosk_absent: ['keys', 'did not find {set} on its hook'],
} as const;
