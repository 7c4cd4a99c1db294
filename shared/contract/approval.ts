import * as z from 'zod/mini';
import {
  Approval,
  ApprovalForm,
  ApprovalNotices,
  ApprovalNoticesPatch,
  Approvals,
  ApproveAtDeskForm,
  DecisionForm,
  KioskApproval,
  KioskApproveForm,
  KioskAsked,
  KioskAskForm,
  PushForm,
  TakeBackForm,
} from '../approval.ts';
import { get, patch, post, remove } from './call.ts';

const reads = ['approvals', 'keyBunches', 'holders', 'locations'] as const;
const changes = ['approvals', 'log'] as const;
const ASKS =
  'key:issue; without it for sets that the caller has or is asked to take over. switchOff: key:edit';

/** The second person: questions for an approver's yes, decisions, and how approvers are notified (decision 0083). */
export const approvalCalls = {
  // Every page of an approver has it: a set, a person or a location that changes is not worth a read there.
  getApprovals: get('/api/approvals', { reads: ['approvals'], needs: 'key:view', reply: Approvals }),
  getApproval: get('/api/approvals/:id', {
    reads,
    one: ['approvals'],
    needs: 'key:view',
    also: 'who asks, for whom it is, and approvers of the location',
    reply: Approval,
  }),
  askApprovals: post('/api/approvals', {
    changes,
    needs: 'key:view',
    also: ASKS,
    body: ApprovalForm,
    reply: z.array(Approval),
    status: 201,
    mail: true,
  }),
  decideApprovals: post('/api/approvals/decide', {
    changes,
    needs: 'key:view',
    also: 'approvers with access to the location, but not who asks, has the keys or gets them',
    body: DecisionForm,
    reply: z.array(Approval),
    noTokens: true,
  }),
  approveAtDesk: post('/api/approvals/desk', {
    changes,
    needs: 'key:view',
    also: 'who asked; the badge and number are of an approver as above',
    body: ApproveAtDeskForm,
    reply: z.array(Approval),
    noTokens: true,
  }),
  takeBackApprovals: post('/api/approvals/take-back', {
    changes,
    needs: 'key:view',
    also: 'who asked',
    body: TakeBackForm,
    reply: z.array(Approval),
  }),
  getKioskApproval: get('/api/kiosk/approval', { reads: ['approvals'], needs: 'kiosk', reply: KioskAsked }),
  askAtKiosk: post('/api/kiosk/ask', {
    changes,
    needs: 'kiosk',
    body: KioskAskForm,
    reply: KioskApproval,
    mail: true,
  }),
  approveAtKiosk: post('/api/kiosk/approve', {
    changes: ['approvals', 'kiosks', 'holders', 'log'],
    needs: 'kiosk',
    body: KioskApproveForm,
    reply: KioskApproval,
    mail: true,
  }),
  getApprovalNotices: get('/api/approval-notices', {
    reads: ['me'],
    needs: 'company',
    noTokens: true,
    reply: ApprovalNotices,
  }),
  updateApprovalNotices: patch('/api/approval-notices', {
    changes: ['me', 'users', 'plan'],
    needs: 'company',
    noTokens: true,
    body: ApprovalNoticesPatch,
    reply: ApprovalNotices,
  }),
  addPushDevice: post('/api/approval-notices/devices', {
    changes: ['me'],
    needs: 'company',
    noTokens: true,
    body: PushForm,
    reply: ApprovalNotices,
  }),
  removePushDevice: remove('/api/approval-notices/devices/:id', {
    changes: ['me'],
    needs: 'company',
    noTokens: true,
    reply: ApprovalNotices,
  }),
};
