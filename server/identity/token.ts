import { createHash, randomBytes } from 'node:crypto';

/** A secret that lets whoever has it in: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret that was drawn at random: SHA-256 in hex. Whoever reads the table gets in nowhere. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
