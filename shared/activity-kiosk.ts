/** The actions of kiosks in the log (activity-words.ts). */
export const KIOSK_ACTIVITIES = {
  kiosk_create: ['locations', 'added the kiosk {name}'],
  kiosk_edit: ['locations', 'changed the kiosk {name}'],
  kiosk_code: ['locations', 'made a new code for the kiosk {name}'],
  kiosk_bind: ['locations', 'was opened on a tablet with the code of {codeBy}'],
  kiosk_leave: ['locations', 'ended the kiosk {name} on its tablet'],
  kiosk_delete: ['locations', 'deleted the kiosk {name} with its location'],
  kiosk_revoke: ['locations', 'revoked the kiosk {name}'],
  kiosk_rest: ['refusals', 'rests after too many wrong numbers or codes'],
  kiosk_number_rest: ['refusals', 'stopped taking the number of {name} for a while, after wrong ones'],
  kiosk_number_set: ['people', 'set their kiosk number'],
  kiosk_number_first: ['rights', 'gave {name} a first kiosk number'],
  kiosk_number_removed: ['rights', 'removed the kiosk number of {name}'],
  kiosk_number_replaced: ['rights', 'replaced the kiosk number that {name} had chosen by a first one'],
  kiosk_shown: ['keys', 'was shown {set}, which is marked as {status}'],
  kiosk_absent: ['keys', 'did not find {set} on its hook'],
} as const;
