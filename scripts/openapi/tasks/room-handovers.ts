import type { Task } from './keys.ts';

/** A location passes from one shift to the next. */
export const ROOM_TASKS: Task[] = [
  {
    name: 'Room handovers',
    description:
      'Hand a location over from one shift to the next, with figures that add up and two signatures.',
    calls: {
      listRoomHandovers: [
        'List room handovers',
        'Returns the handovers of locations from one shift to the next, newest first. `figures` are those that were signed.',
      ],
      getRoomHandover: [
        'Read a room handover',
        'Returns a handover with its figures, the sets that differ and what becomes of them, and what is out. While it is open these are of now; afterwards they are what the incoming person signed. It never names what the keys open.',
      ],
      beginRoomHandover: [
        'Begin a room handover',
        'The caller hands a location over, or takes it over alone for a reason. One is open at a location: a second is refused with the id of the first.',
      ],
      updateRoomHandover: [
        'Set the check and the notes',
        'Names the audit that was the check, or why nothing was checked, and the notes for the next shift, until the outgoing person has signed.',
      ],
      answerRoomHandover: [
        'Say what becomes of sets that differ',
        'The same word for all of them: looked for, reported missing, which is recorded immediately, or taken over by a person until a time.',
      ],
      signRoomHandover: [
        'Sign a room handover',
        'The outgoing person signs, then the incoming one, whose signature closes it and fixes its figures. Refused while a set is to be settled, and when the figures are others than those that were read.',
      ],
      cancelRoomHandover: [
        'Cancel a room handover',
        'Ends an open handover without signatures. What was reported missing stays missing.',
      ],
      listFormerRoomHandovers: [
        'List room handovers of former registers',
        'Returns the closed handovers of registers that were brought into this company, as they were signed.',
      ],
    },
  },
];
