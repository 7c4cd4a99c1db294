import type { Task } from './keys.ts';

/** The second person: questions, answers, and how approvers are notified. */
export const APPROVAL_TASK: Task = {
  name: 'Second person',
  description:
    'Sets that need a second person leave with an approval: of one set, person and due time, for ten minutes from the question, once. Asker, approver and holder are three people. A program asks and uses approvals; only people decide them.',
  calls: {
    getApprovals: [
      'List approvals',
      "Returns what waits for the caller as an approver, the caller's own questions that have not ended, and for approvers the emergencies of the last day.",
    ],
    getApproval: ['Get an approval', 'Returns one question with what became of it.'],
    askApprovals: [
      'Ask a second person',
      "Asks the approvers of the sets' locations, about all of the sets or none. Send the `id` of an approved one as `approvalId` of the issue or the handover.",
    ],
    takeBackApprovals: ['Take a question back', 'Ends questions of the caller. Those that are over stay.'],
    decideApprovals: [
      'Say yes or no',
      "Stores the caller's answer as an approver to all questions or none. Of several approvers the first counts; the others are refused with the name of who answered.",
    ],
    approveAtDesk: [
      'Approve at the desk',
      'An approver says yes at the desk of who asked, by their badge and their kiosk number. Wrong ones count as at a kiosk.',
    ],
    getKioskApproval: [
      'Get the question of a kiosk',
      'Returns the question about the set whose hook is shown. The person gets no more time by it.',
    ],
    askAtKiosk: ['Ask at a kiosk', 'Asks the approvers of the location about the set whose hook is shown.'],
    approveAtKiosk: [
      'Approve at a kiosk',
      'An approver says yes at the tablet, by their badge and their kiosk number.',
    ],
    getApprovalNotices: [
      'See how you are notified',
      'Returns the devices that a push notifies, the key to subscribe with, and whether letters are sent.',
    ],
    updateApprovalNotices: ['Switch letters', 'Switches the letters about questions on or off.'],
    addPushDevice: [
      'Add a device',
      "Stores the address of a browser's push service. It gets requests without content.",
    ],
    removePushDevice: ['Remove a device', 'Deletes the address of a browser.'],
  },
};
