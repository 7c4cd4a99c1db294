import * as z from 'zod/mini';
import { all } from '../permissions.ts';
import {
  FormerRoomHandover,
  FormerRoomHandoverQuery,
  OneRoomHandover,
  RoomHandover,
} from '../room-handover.ts';
import {
  RoomAnswerForm,
  RoomHandoverForm,
  RoomHandoverPatch,
  RoomHandoverQuery,
  RoomSignForm,
  SignerForm,
  SignerReply,
} from '../room-handover-forms.ts';
import { get, patch, post } from './call.ts';
import { emptyBody } from './plain.ts';

const needs = all('key:issue', 'key:return');
const changes = ['roomHandovers', 'log'] as const;

/** The handover of a location from one shift to the next (decision 0080). */
export const roomHandoverCalls = {
  listRoomHandovers: get('/api/room-handovers', {
    reads: ['roomHandovers', 'locations'],
    needs,
    query: RoomHandoverQuery,
    reply: z.array(RoomHandover),
  }),
  getRoomHandover: get('/api/room-handovers/:id', {
    reads: ['roomHandovers', 'keyBunches', 'audits', 'locations', 'users'],
    one: ['roomHandovers'],
    needs,
    reply: OneRoomHandover,
  }),
  beginRoomHandover: post('/api/room-handovers', {
    changes,
    needs,
    noTokens: true,
    body: RoomHandoverForm,
    reply: OneRoomHandover,
    status: 201,
  }),
  updateRoomHandover: patch('/api/room-handovers/:id', {
    changes,
    needs,
    noTokens: true,
    body: RoomHandoverPatch,
    reply: OneRoomHandover,
  }),
  answerRoomHandover: post('/api/room-handovers/:id/answers', {
    changes: ['roomHandovers', 'keyBunches', 'movements', 'log'],
    needs,
    also: 'to report sets missing: key:edit',
    noTokens: true,
    body: RoomAnswerForm,
    reply: OneRoomHandover,
  }),
  signRoomHandover: post('/api/room-handovers/:id/sign', {
    changes,
    needs,
    also: 'the signer too',
    noTokens: true,
    body: RoomSignForm,
    reply: OneRoomHandover,
  }),
  cancelRoomHandover: post('/api/room-handovers/:id/cancel', {
    changes,
    needs,
    noTokens: true,
    body: emptyBody,
    reply: OneRoomHandover,
  }),
  listFormerRoomHandovers: get('/api/former-room-handovers', {
    reads: ['imports'],
    needs,
    query: FormerRoomHandoverQuery,
    reply: z.array(FormerRoomHandover),
  }),
  proveSigner: post('/api/auth/signer', {
    changes: [],
    needs: 'session',
    also: 'key:issue and key:return, of the caller and of the person who signs',
    body: SignerForm,
    reply: SignerReply,
    oneTimeSecret: 'proof',
  }),
};
