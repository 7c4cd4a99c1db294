import type { CallName } from '../../../shared/api.ts';

/** Calls that serve one task, in the order in which a reader needs them: each with a summary, and what happens. */
export type Task = {
  name: string;
  description: string;
  calls: Partial<Record<CallName, readonly [summary: string, text: string]>>;
};

/** What a program mostly comes for: sets, who has them, and where they are. */
export const KEY_TASKS: Task[] = [
  {
    name: 'Key sets',
    description: 'Find, add, change and delete the key sets of the register, with their NFC tags and photos.',
    calls: {
      listKeyBunches: [
        'List key sets',
        'Returns key sets, filtered and sorted. With any parameter one page comes back, without any the whole register. A search (`q`) covers what a set is called, wore, opens and who had it, and forgives typing errors.',
      ],
      getKeyBunch: [
        'Get a key set',
        'Returns one set: where it is registered, who has it, what it opens and what is missing of it.',
      ],
      createKeyBunch: [
        'Add a key set',
        'Adds a set to the register, present at its location. `description` is another name of `keyDescription`.',
      ],
      updateKeyBunch: [
        'Change a key set',
        'Changes the fields that are sent. A change of tag or status is written in the history, with `reason`. Keys are issued and returned by their own calls, not by a status.',
      ],
      deleteKeyBunch: [
        'Delete a key set',
        'Removes a set from the register. Its history stays, and a copy is kept in the archive. A set that is out is not deleted.',
      ],
      listAllKeyBunches: ['List every key set', 'Answers as `listKeyBunches` does.'],
      checkKeyBunch: [
        'Check an ID, tag or position',
        'Says which other set has this set ID, this tag or one that looks like it, or hangs at this position; and which set had the tag before. It warns; nothing is refused because of it.',
      ],
      lookUp: [
        'Look up a scanned code',
        'Says what a scanned or typed code means: an NFC serial, a label, a tag, a set ID, or the badge of a person.',
      ],
      linkNfc: [
        'Link an NFC tag',
        'Enters the serial of an NFC tag at a set. A tag belongs to one set; one whose serial changes with every reading is refused.',
      ],
      unlinkNfc: ['Unlink the NFC tag', 'Takes the NFC tag away from a set.'],
      getPhoto: [
        'Get the photo',
        'Sends the photo of a set. With `v` it may be cached for ever; a photo that was replaced is 404 then.',
      ],
    },
  },
  {
    name: 'Issue and return',
    description:
      'Who has which keys: issue them, take them back, hand them over, see what is out and what is overdue.',
    calls: {
      issueKeyBunch: [
        'Issue a key set',
        'Records who takes the keys and until when. The tag is broken from then on. Without `dueAt` the rule of the key type sets the due time. A set that is out already is refused with who has it.',
      ],
      returnKeyBunch: [
        'Return a key set',
        'Records that the keys are back, under the number of their new tag. Fewer keys or fobs than registered make the set short.',
      ],
      issueBatch: [
        'Issue several sets',
        'Issues up to 50 sets to one person, all of them or none, with one receipt. An item with `fromHolderId` is out with that person and is handed over by the same rules.',
      ],
      returnBatch: [
        'Return several sets',
        'Takes back up to 50 sets, all of them or none, with one receipt. `toLocationId` moves a set to where it was brought.',
      ],
      handOver: [
        'Hand over a key set',
        'Records that another person has the keys now, without a return in between. Without `dueAt` the due time stays.',
      ],
      getMine: [
        'List my keys',
        'Returns the sets that the caller has, the hand-overs that they are asked to confirm, those they wait for, and those that were not answered by a yes. A token asks for its maker.',
      ],
      askHandover: [
        'Ask a person to take over sets',
        'Asks a person with an account to take over up to 50 sets. Nothing changes before they say yes: until then, 12 hours at most, the giver has the sets. A set has one open question.',
      ],
      acceptHandover: [
        'Say yes to a hand-over',
        'Records that the caller has the named sets now. Only the person who is asked can say it, signed in; no API token.',
      ],
      refuseHandover: [
        'Say no to a hand-over',
        'Ends the question about the named sets. The giver still has them.',
      ],
      withdrawHandover: [
        'Take back a hand-over',
        'Ends the question about the named sets before it was answered: for the giver, the person who asked, and people who may issue keys.',
      ],
      listReservations: [
        'List reservations',
        'Returns the sets that are held for people, by time, person or hook, and what keeps a set from being there. A set that is out with another person past the beginning, missing or at another location is `blocked`.',
      ],
      createReservations: [
        'Reserve sets',
        'Holds up to 50 sets for a person from one moment to another, all of them or none. Of two people who reserve one set at once the second is refused with whom it is reserved for. Without `key:issue` for the caller alone; a token reserves for its maker.',
      ],
      updateReservation: [
        'Change or cancel a reservation',
        'Changes the times, the purpose or the notes of an open reservation, or ends it.',
      ],
      pickReservations: [
        'Lay reserved sets ready',
        'Records that reserved sets are laid ready, or are back on their hooks. The sets stay where they are registered.',
      ],
      listRounds: [
        'List rounds',
        'Returns the lists of sets that are reserved again and again, in their order.',
      ],
      createRound: [
        'Add a round',
        'Adds a list of sets in an order, with the times that they are reserved for.',
      ],
      updateRound: ['Change a round', 'Changes a round; one that is not active is no longer listed.'],
      useRound: [
        'Use a round',
        'Reserves the sets of a round for a day, all of them or none. The refusal names every set that is reserved already; `leftOut` leaves sets out.',
      ],
      getRegisterSheet: [
        'Read the register for paper',
        'Returns the sets of a location in the order of their hooks, with who has what and since when, up to 5,000 at a time. With `sites` it says what they open instead of leaving that out: keep that sheet apart.',
      ],
      numberRegisterSheet: [
        'Number a printed register',
        'Takes the next number of the company for a register that is printed. No number is given twice, and the log has who printed it.',
      ],
      recordPaper: [
        'Record what was written on paper',
        'Takes up to 100 lines that were written while the register was out of reach, each with its own time, and answers each. Lines that are right are recorded together in the order of their times; the others change nothing and say why. With `dryRun` nothing is recorded.',
      ],
      changeDue: ['Change the due time', 'Sets when keys that are out are due back. Null means no time.'],
      listOut: [
        'List what is out',
        'Returns the sets that are out, by person or by due time, and how many are due today and overdue.',
      ],
      exportOut: [
        'Export what is out',
        'Sends every match as a CSV file, with times by the clock of the company.',
      ],
      undoCustody: [
        'Undo the last entry of a set',
        "Takes back the caller's own issue, return or handover of the last 15 minutes, as long as nothing else happened to the set.",
      ],
      undoBatch: [
        'Undo a batch',
        "Takes back the caller's own batch of the last 15 minutes as a whole, as long as nothing else happened to its sets.",
      ],
      settleShort: [
        'Settle a short set',
        'Ends that a set is short: all of it is there again, or what is missing is written off and no longer counted.',
      ],
      getNextTag: [
        'Suggest the next tags',
        'Returns the numbers after the last tag used at a location that no set ever wore.',
      ],
      listOfficers: [
        'List names for an issue',
        'Returns the names that a form suggests: active users, and the people who took keys recently.',
      ],
      getReceipt: ['Get a receipt', 'Returns the receipt of a batch. It never says what the keys open.'],
      mailReceipt: [
        'Email a receipt',
        'Sends the receipt of a batch to its holder; once an hour to one address.',
      ],
    },
  },
  {
    name: 'Without signal',
    description:
      'What devices recorded without a network, the questions about it, and the devices. Only a signed-in person sends and answers.',
    calls: {
      listOutbox: [
        'List questions',
        'Returns the entries that the register could not take as they were, newest first: own ones, and those at locations where the caller issues keys. With `state=settled` and `answer=theirs`: the entries that were not recorded.',
      ],
      getOutboxQuestion: [
        'Get a question',
        'Returns both stories: the entries of the device, what happened to the set since the device saw it, and the people to ask.',
      ],
      listOutboxGaps: [
        'List entries that never arrived',
        'Returns the numbers that are missing a day after a later one of the same device came.',
      ],
      sendOutbox: [
        'Send entries made without signal',
        'Takes up to 50 entries in the order of their numbers. Each is recorded with the time when it was done, or asked about if somebody else did something with the same set meanwhile, whole or not at all. The same `key` again gets the same answer, so send each call with a new Idempotency-Key.',
      ],
      settleOutbox: [
        'Answer a question',
        'The first answer settles a question for everyone. `mine` records the entries, `theirs` none of them, `onHook` a return; `unknown` leaves it open.',
      ],
      handInOutbox: [
        'Hand in what a closed account had not sent',
        'A device of a person whose account was closed less than three days ago sends its entries as they lie there, sealed by its key, without a session. They record nothing: each is a question to those who issue keys there. An entry that was handed in before stays as it was.',
      ],
      registerDevice: [
        'Set up a device',
        "Returns the key that seals the caller's entries on this device. The same device gets the same key until it is forgotten.",
      ],
      listDevices: [
        'List devices',
        "Returns the caller's devices, with how many entries each said it still has.",
      ],
      forgetDevice: [
        'Forget a device',
        'Deletes its key: what the device still has cannot be read any more.',
      ],
    },
  },
  {
    name: 'Move',
    description: 'Change the location or the key type of one set, or of all sets of a location.',
    calls: {
      moveKeyBunch: [
        'Move a key set',
        'Changes the location of a set, its key type, or both. With `fromLocationId` it is a step of a bulk move: the set must still be what was shown.',
      ],
      getBulkMove: [
        'Preview a bulk move',
        'Says which sets would move, which stay because they are out or missing, and what speaks against it.',
      ],
      bulkMove: [
        'Move all sets of a location',
        'Moves all sets of a location, or those of one type, in one step. The location needs a completed audit of the last 24 hours. If other sets are there than were shown, nothing moves.',
      ],
    },
  },
  {
    name: 'People',
    description:
      'The people who may have keys: staff, contractors, clients. Users with an account are among them.',
    calls: {
      listHolders: [
        'List people',
        'Returns people by name, with how many sets they have and how many are overdue.',
      ],
      getHolder: ['Get a person', 'Returns a person with the sets they have.'],
      createHolder: ['Add a person', 'Adds a person without an account. Users are people by themselves.'],
      updateHolder: [
        'Change a person',
        'Changes the fields that are sent. `isActive: false` closes a person: they take no more keys. An API token changes only people without an account.',
      ],
      listHeld: [
        'List what a person had',
        'Returns the sets that a person had at a moment, from the history; at most 1,000.',
      ],
    },
  },
  {
    name: 'Locations',
    description: 'The sites that keep sets, and what each of them holds.',
    calls: {
      listLocations: ['List locations', 'Returns the locations that the caller may see.'],
      createLocation: [
        'Add a location',
        'Adds a location. The plan of the company limits how many there are.',
      ],
      updateLocation: ['Change a location', 'Changes the fields that are sent.'],
      deleteLocation: ['Delete a location', 'Deletes a location that has no sets.'],
      getLocationReport: [
        'Get the report of a location',
        'Returns what a location holds: missing sets first, then those that are out, then the rest, with its last audits.',
      ],
      exportLocationReport: ['Export the report', 'Sends the report of a location as a CSV file.'],
    },
  },
  {
    name: 'Premises and clients',
    description: 'What the sets open, and whose it is.',
    calls: {
      listPremises: [
        'List premises',
        'Returns premises by name or by client, with how many sets open them and how many of those are out.',
      ],
      getPremises: ['Get premises', 'Returns premises with the sets that open them; at most 500.'],
      createPremises: ['Add premises', 'Adds a building or a unit of a client.'],
      updatePremises: [
        'Change premises',
        'Changes the fields that are sent. `isActive: false` closes premises.',
      ],
      listClients: ['List clients', 'Returns the names of clients, each with its number of premises.'],
    },
  },
];
