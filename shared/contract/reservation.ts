import * as z from 'zod/mini';
import {
  PickForm,
  Reservation,
  ReservationForm,
  ReservationPatch,
  ReservationQuery,
  Reservations,
  Round,
  RoundForm,
  RoundPatch,
  RoundUseForm,
} from '../reservation.ts';
import { get, patch, post } from './call.ts';

const reads = ['reservations', 'keyBunches', 'holders', 'locations'] as const;
const changes = ['reservations', 'keyBunches', 'log'] as const;
const OWN = 'for the caller; for others: key:issue';

/** Sets held for a person, and the rounds that reserve a list of them again (decision 0079). */
export const reservationCalls = {
  listReservations: get('/api/reservations', {
    reads,
    needs: 'key:view',
    query: ReservationQuery,
    reply: Reservations,
  }),
  createReservations: post('/api/reservations', {
    changes,
    needs: 'key:view',
    also: OWN,
    body: ReservationForm,
    reply: z.array(Reservation),
    status: 201,
    mail: true,
  }),
  updateReservation: patch('/api/reservations/:id', {
    changes,
    needs: 'key:view',
    also: 'own ones and those that the caller made; others: key:issue',
    body: ReservationPatch,
    reply: Reservation,
    mail: true,
  }),
  pickReservations: post('/api/reservations/pick', {
    changes,
    needs: 'key:issue',
    body: PickForm,
    reply: z.array(Reservation),
  }),
  listRounds: get('/api/rounds', { reads, needs: 'key:view', reply: z.array(Round) }),
  createRound: post('/api/rounds', {
    changes: ['reservations', 'log'],
    needs: 'key:issue',
    body: RoundForm,
    reply: Round,
    status: 201,
  }),
  updateRound: patch('/api/rounds/:id', {
    changes: ['reservations', 'log'],
    needs: 'key:issue',
    body: RoundPatch,
    reply: Round,
  }),
  useRound: post('/api/rounds/:id/use', {
    changes,
    needs: 'key:issue',
    body: RoundUseForm,
    reply: z.array(Reservation),
    status: 201,
    mail: true,
  }),
};
