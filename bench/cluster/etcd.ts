import { join } from 'node:path';
import { freePorts, makePart, type Part, until } from './part.ts';

const MEMBERS = 3;

type Status = { leader: string; header: { member_id: string } };

/** What a member says of the cluster. */
async function statusOf(client: number | undefined): Promise<Status> {
  const reply = await fetch(`http://127.0.0.1:${client}/v3/maintenance/status`, {
    method: 'POST',
    body: '{}',
    signal: AbortSignal.timeout(2000),
  });
  return (await reply.json()) as Status;
}

/** Three members, one of which leads. `clients` is where they are asked. */
export async function startEtcd(folder: string, keep: (part: Part) => Part) {
  const clients = await freePorts(MEMBERS);
  const peers = await freePorts(MEMBERS);
  const url = (port: number | undefined) => `http://127.0.0.1:${port}`;
  const names = clients.map((_, n) => `etcd-${n + 1}`);
  const all = names.map((name, n) => `${name}=${url(peers[n])}`).join();
  const members = names.map((name, n) =>
    keep(
      makePart(folder, name, [
        '/usr/bin/etcd',
        ...['--name', name, '--data-dir', join(folder, name), '--initial-cluster', all],
        ...['--listen-client-urls', url(clients[n]), '--advertise-client-urls', url(clients[n])],
        ...['--listen-peer-urls', url(peers[n]), '--initial-advertise-peer-urls', url(peers[n])],
      ]),
    ),
  );
  const leads = async (n: number) => {
    const { leader, header } = await statusOf(clients[n]);
    return leader === header.member_id;
  };
  const leader = async (): Promise<Part> => {
    for (const [n, member] of members.entries()) if (await leads(n).catch(() => false)) return member;
    throw new Error('Nobody leads etcd');
  };
  await until('etcd', async () => Boolean(await leader()), 30);
  return { members, clients: clients.map((port) => `127.0.0.1:${port}`), leader };
}
