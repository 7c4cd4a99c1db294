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
    title: 'Issue and return',
    text: 'Officer, purpose, time. A set comes back only under a new tag number, so every broken seal has a name against it.',
    picture: ReturnPicture,
    label: 'Returning set V07-0104: old tag 448231 struck through, new tag 448902.',
  },
  {
    title: 'Audit by NFC',
    text: 'Hold your phone to each NFC tag. Green is counted, amber already scanned, red unknown. No NFC? Tick off a checklist instead.',
    picture: AuditPicture,
    label: 'Three scans: V07-0112 counted, V07-0104 already scanned, 04:A2:2F:1B an unknown NFC tag.',
  },
  {
    title: 'Missing keys stand out',
    text: 'Sets not found in an audit are marked Missing when it completes, with the last holder and when.',
    picture: MissingPicture,
    label:
      'The dashboard card Missing/Issues with two sets: V04-0103 from Van 04 and MCR-0126 from Manchester HQ.',
  },
  {
    title: 'No bulk move without an audit',
    text: 'A bulk move between offices or vans needs an audit of the starting location from the last 24 hours.',
    picture: MovePicture,
    label: 'A move from Van 04 to Manchester HQ, held back: the last audit of Van 04 is 31 hours old.',
  },
  {
    title: 'A tamper-evident history',
    text: 'Issues, returns, moves, status changes and deletions, each with a name and a time. Search it, filter it, export it.',
    picture: HistoryPicture,
    label: 'Three movements: an issue at 22:14, a return at 23:03 and a move at 04:25.',
  },
  {
    title: 'Access by location',
    text: 'Four roles, extra permissions where you need them, and a list of locations per person. Officers can issue, but not delete.',
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
