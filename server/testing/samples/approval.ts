import type { approvalCalls } from '../../../shared/contract/approval.ts';
import {
  APPROVED_DUE,
  approvalOf,
  approverOf,
  pushAddress,
  pushDeviceOf,
  sensitiveBunch,
} from '../approval.ts';
import { KIOSK_NUMBER, turnOf } from '../kiosk.ts';
import { everyone, type SamplesOf } from '../sample.ts';
import { heldBunch, nameOfHolder, officerOf, type Site, staffOf } from '../site.ts';
import type { Person } from '../world.ts';

/** Makes the caller an approver. */
const mayApprove = ({ world }: Site, { id }: Person) =>
  world.sql('update users set approver = true where id = $1', [id]);

/** A question of the caller. */
const own = (site: Site, me: Person) => approvalOf(site, { askedBy: officerOf(site, me) });

/** A person at a kiosk, to whom the hook of a set is shown that needs a second person. */
async function offered(site: Site) {
  const keyBunchId = await sensitiveBunch(site);
  const { headers, turn } = await turnOf(site, { offered: keyBunchId });
  return { headers, body: { keyBunchId, turn } };
}

/** Questions are asked by an officer of the site, so that the caller can decide them. */
export const approvalSamples: SamplesOf<typeof approvalCalls> = {
  getApprovals: { access: everyone, input: () => ({}) },
  getApproval: {
    access: everyone,
    id: 'approval',
    input: async (site, me) => ({ params: { id: await own(site, me) } }),
  },
  askApprovals: {
    access: everyone,
    input: async (site, me) => {
      const taker = await site.company.as('officer');
      const holderId = await staffOf(site, taker.id);
      const held = await heldBunch(site, officerOf(site, me));
      await site.world.sql('update key_bunches set second_person = true where id = $1', [held.id]);
      await approverOf(site);
      return {
        body: {
          switchOff: false,
          notify: true,
          holderId,
          officerName: await nameOfHolder(site, holderId),
          officerUserId: taker.id,
          purpose: 'Alarm response',
          dueAt: APPROVED_DUE,
          items: [{ keyBunchId: held.id }],
        },
      };
    },
    names: { holderId: 'holder' },
  },
  decideApprovals: {
    access: everyone,
    input: async (site, me) => {
      await mayApprove(site, me);
      const { id } = await approverOf(site);
      return { body: { ids: [await approvalOf(site, { askedBy: id })], yes: true } };
    },
  },
  approveAtDesk: {
    access: everyone,
    input: async (site, me) => {
      const { badge } = await approverOf(site);
      return { body: { ids: [await own(site, me)], badge, kioskNumber: KIOSK_NUMBER } };
    },
  },
  takeBackApprovals: {
    access: everyone,
    input: async (site, me) => ({ body: { ids: [await own(site, me)] } }),
  },
  getKioskApproval: {
    access: 'kiosk',
    input: async (site) => ({ headers: (await offered(site)).headers }),
  },
  askAtKiosk: {
    access: 'kiosk',
    input: async (site) => {
      await approverOf(site);
      return offered(site);
    },
  },
  approveAtKiosk: {
    access: 'kiosk',
    input: async (site) => {
      const { badge } = await approverOf(site);
      const { headers, body } = await offered(site);
      return { headers, body: { ...body, badge, kioskNumber: KIOSK_NUMBER } };
    },
  },
  getApprovalNotices: { access: 'member', input: () => ({}) },
  updateApprovalNotices: { access: 'member', input: () => ({ body: { letters: false } }) },
  addPushDevice: {
    access: 'member',
    input: async (site, me) => {
      await mayApprove(site, me);
      return { body: { endpoint: pushAddress() } };
    },
  },
  removePushDevice: {
    access: 'member',
    id: 'device',
    input: async (site, me) => ({ params: { id: await pushDeviceOf(site, me.id) } }),
  },
};
