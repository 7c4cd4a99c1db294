import type { ComponentType } from 'react';
import {
  AccessPicture,
  AuditPicture,
  HistoryPicture,
  MissingPicture,
  MovePicture,
  ReturnPicture,
} from './FeaturePictures.tsx';
import { Section, Title } from './Section.tsx';

type Feature = { title: string; text: string; picture: ComponentType; label: string };

const FEATURES: readonly Feature[] = [
  {
    title: 'Sign out, sign in',
    text: 'Officer, purpose, time. A bunch comes back only with a new tag number, so every gap in the seals has a name beside it.',
    picture: ReturnPicture,
    label: 'Returning bunch V07-0104: old tag 448231 struck through, new tag 448902.',
  },
  {
    title: 'Audit by tap',
    text: 'Hold the phone to each tag. Green is counted, amber is twice, red is unknown. Without NFC, tick the checklist instead.',
    picture: AuditPicture,
    label: 'Three scans: V07-0112 counted, V07-0104 already scanned, 04:A2:2F:1B an unknown tag.',
  },
  {
    title: 'Missing shows itself',
    text: 'Whatever the audit did not count is marked Missing when it completes, with the last holder and the last time.',
    picture: MissingPicture,
    label:
      'The dashboard card Missing/Issues with two bunches: V04-0103 from Van 04 and MCR-0126 from Manchester HQ.',
  },
  {
    title: 'No move without a count',
    text: 'A bulk move between sites or vans waits for an audit of the sending site in the last 24 hours. The button says why.',
    picture: MovePicture,
    label: 'A move from Van 04 to Manchester HQ, held back: the last audit of Van 04 is 31 hours old.',
  },
  {
    title: 'A history that stays put',
    text: 'Issues, returns, moves, status changes and deletions, each with a name and a time. Search it, filter it, export it.',
    picture: HistoryPicture,
    label: 'Three movements: an issue at 22:14, a return at 23:03 and a move at 04:25.',
  },
  {
    title: 'Each to their own sites',
    text: 'Four roles, extra permissions where you need them, and a list of locations per person. Officers issue; they do not delete.',
    picture: AccessPicture,
    label:
      'Three people and their locations: an administrator with all of them, two staff members with one office and two vans.',
  },
];

/** Six jobs, each with a fragment of the product that does it. */
export function Features() {
  return (
    <Section id="features" tone="page">
      <Title of="features">
        Six jobs, done the way <br className="hidden sm:block" />a key room does them.
      </Title>
      <ul className="mt-10 grid gap-5 md:mt-14 md:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(({ title, text, picture: Picture, label }) => (
          <li key={title} className="overflow-hidden rounded-2xl border border-line bg-panel">
            <div
              role="img"
              aria-label={label}
              className="grid h-[228px] place-items-center border-b border-line bg-soft/70 px-5"
            >
              <div aria-hidden inert className="w-full max-w-[300px]">
                <Picture />
              </div>
            </div>
            <div className="p-6">
              <h3 className="text-[17px] leading-6 font-semibold tracking-[-0.02em]">{title}</h3>
              <p className="mt-1.5 text-[15px] leading-6 text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
