import type { Task } from './keys.ts';

/** Kiosks: what users do with them, and what a tablet that is one does. */
export const KIOSK_TASK: Task = {
  name: 'Kiosks',
  description:
    'Tablets at a location where people take and return keys themselves, with their badge and a number. The calls of a tablet need its own cookie and work with no other.',
  calls: {
    listKiosks: [
      'List kiosks',
      'Returns the kiosks of the locations, those in use first, with when each was heard last.',
    ],
    createKiosk: [
      'Add a kiosk',
      'Adds a kiosk to a location. The reply alone has the code that makes a tablet the kiosk: it is valid for an hour, and once.',
    ],
    updateKiosk: ['Change a kiosk', 'Changes the name, the types of sets that may be taken, or the hours.'],
    renewKioskCode: [
      'Make a new code',
      'Makes a code for another tablet, or the same one again. The former tablet ends when a tablet uses the code.',
    ],
    revokeKiosk: ['Revoke a kiosk', "Ends a kiosk for good. Its tablet's next call is refused."],
    getOwnKioskNumber: [
      'See whether you have a number',
      'Says whether the caller has a number for kiosks. The number is never shown.',
    ],
    setOwnKioskNumber: [
      'Set your number',
      'Sets the six digits that the caller enters at a kiosk after their badge.',
    ],
    getKioskNumber: [
      'See whether a person has a number',
      'Says whether a person has a number, or a first one of the desk.',
    ],
    createFirstKioskNumber: [
      'Make a first number',
      'Replaces the number of a person by a random one, which they replace at the kiosk. The reply alone has it. The ETag of a number is its `setAt`, or `none`.',
    ],
    deleteKioskNumber: [
      'Remove the number',
      'Removes the number of a person. They can take no keys at a kiosk until they have another. The ETag of a number is its `setAt`, or `none`.',
    ],
    bindKiosk: [
      'Make a tablet the kiosk',
      'Makes the calling tablet the kiosk of a code, and sets its cookie.',
    ],
    leaveKiosk: [
      'Leave the kiosk',
      'Ends the kiosk on its tablet, with the password of a user who may edit the location.',
    ],
    acknowledgeReturn: [
      'Confirm that a kept return was seen',
      'Writes to the log that the desk saw a return that the tablet kept and the register refused, once for each `key`, with the password of a user who may return keys there. `recorded`: the history has that return by now.',
    ],
    getKioskState: [
      'Get what the kiosk shows',
      'Returns the location, the hours, and that a person is at the kiosk: of them the first name.',
    ],
    beginKiosk: [
      'Read a badge or a set',
      'A badge begins a turn, which a number opens; a set is shown for its return. What is neither is counted, and 404.',
    ],
    enterKioskNumber: [
      'Enter the number',
      'Opens the turn of the person whose badge was read. After five wrong numbers in 15 minutes the person rests at every kiosk, after twenty in an hour the kiosk does.',
    ],
    offerAtKiosk: [
      'See what there is to take, or the hook of a set',
      'Returns what is reserved for the person and what they have; with a set also its hook. Nothing is recorded.',
    ],
    reportAbsent: [
      'Report that a set is not on its hook',
      'Writes to the log that the offered set was not there.',
    ],
    takeAtKiosk: [
      'Take the set that was read',
      'Issues the offered set to the person by the rules of every issue, once its code was read or the number on its tag was typed.',
    ],
    returnAtKiosk: [
      'Return a set',
      'Takes a set back under its new tag, from anybody. `doneAt` is when it was handed in, if the tablet had no network then.',
    ],
    touchKiosk: ['Stay', 'The person is still there: the kiosk keeps them for another 20 seconds.'],
    lockKiosk: ['Lock', 'The kiosk forgets the person.'],
  },
};
