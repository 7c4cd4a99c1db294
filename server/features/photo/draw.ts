import { doJobs } from '../../worker-jobs.ts';
import { makePicture } from './encode.ts';

doJobs(makePicture);
