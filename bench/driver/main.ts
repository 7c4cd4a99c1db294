import { drive, type Job } from './run.ts';

/** The driver's process: takes jobs from its parent, one at a time, and answers with their results. */
process.on('message', (job: Job) => {
  drive(job).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
