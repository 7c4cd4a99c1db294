/** The rules and words of the second person that the server and the screens share (decision 0083). Imports no schema. */

/** An approval is valid this long after it was asked for, and once. */
export const APPROVAL_MINUTES = 10;
/** Approvals of one user that wait at a time. */
export const APPROVALS_WAITING_MAX = 100;
/** An approver's app shows an emergency for this long. */
export const EMERGENCY_HOURS = 24;
/** Wrong numbers, and badges that are no approver's, in APPROVAL_REST_MINUTES after which a user takes no more of them at the desk. */
export const APPROVAL_WRONG_MOST = 20;
export const APPROVAL_REST_MINUTES = 60;
/** Devices of one user that are notified. */
export const PUSH_DEVICES_MAX = 10;

/** What is approved: a set is issued, changes hands, or no longer needs a second person. */
export const APPROVAL_KINDS = ['issue', 'hand_over', 'switch_off'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** `approved` can be used until it expires; `used` was, once. */
export const APPROVAL_STATES = ['waiting', 'approved', 'refused', 'taken_back', 'expired', 'used'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Where the approver said yes or no. */
export const APPROVED_HOW = ['own_device', 'desk', 'kiosk'] as const;
export type ApprovedHow = (typeof APPROVED_HOW)[number];

/** A set needs an approval and none was sent. */
export const SECOND_PERSON_CODE = 'second_person';
/** The approval that was sent can't be used: it waits, or was refused, used, taken back, has expired, or is for something else. */
export const APPROVAL_OVER_CODE = 'approval_over';
/** Another approver answered first, or the approval is over for another reason. */
export const APPROVAL_DECIDED_CODE = 'approval_decided';
/** The approver is the person who asks, the person who has the keys, or the one who gets them. */
export const APPROVER_ONESELF_CODE = 'approver_oneself';
/** There is no other person who may approve. */
export const NO_APPROVER_CODE = 'no_approver';
export const EMERGENCY_OFF_CODE = 'emergency_off';
/** After too many wrong numbers the user takes no badge at the desk for a while. */
export const DESK_RESTS_CODE = 'desk_rests';

/** What a device without a network says of a set that needs a second person. */
export const NEEDS_NETWORK = 'Needs a network for the second person.';
export const NEEDS_SECOND_PERSON = 'Needs a second person';
/** What the notification of a push says; a push itself has no content. */
export const PUSH_TITLE = 'A colleague asks for your yes';

/** "MCR-0145 needs a second person" */
export const needsSecondPerson = (identifier: string): string => `${identifier} needs a second person`;

const WHERE: Record<ApprovedHow, string> = {
  own_device: 'on their own device',
  desk: 'at the desk',
  kiosk: 'at the kiosk',
};

/** What a movement says of the second person. */
export type SecondPersonFacts = {
  approvedBy?: string | null | undefined;
  approvedHow?: ApprovedHow | null | undefined;
  emergencyReason?: string | null | undefined;
  withoutSecondPerson?: boolean | null | undefined;
};

/** "Approved by Tom Whitaker at the desk", "Emergency, without a second person: Fire"; empty for a set that needs none. */
export function secondPersonText(facts: SecondPersonFacts): string {
  const { approvedBy, approvedHow, emergencyReason, withoutSecondPerson } = facts;
  if (approvedBy) return `Approved by ${approvedBy} ${approvedHow ? WHERE[approvedHow] : ''}`.trim();
  if (emergencyReason) return `Emergency, without a second person: ${emergencyReason}`;
  return withoutSecondPerson ? 'Without a second person' : '';
}
