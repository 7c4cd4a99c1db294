import { Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../api/read.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { FinderFrame } from './FinderFrame.tsx';
import { FoundForm } from './FoundForm.tsx';
import { NotInUse } from './NotInUse.tsx';

/**
 * Where a label's code leads. Somebody signed in who may see the set goes to its details; anybody else is told whom to call, and may say
 * where the keys are. It says nothing of the set.
 */
export function FinderPage() {
  const { code } = useParams({ from: '/k/$code' });
  const { data, error, refetch } = useRead('getFinder', { params: { code } });
  const [ended, setEnded] = useState(false);
  if (data?.keyBunchId)
    return <Navigate to="/key-bunches" search={{ set: String(data.keyBunchId) }} replace />;
  if (error?.status === 429)
    return (
      <FinderFrame title="Please wait a moment" lead={null}>
        <Notice variant="warning">{error.body.message}</Notice>
      </FinderFrame>
    );
  if (error && !data)
    return (
      <FinderFrame title="Found keys" lead={null}>
        <ReadFailed error={error} onRetry={refetch} />
      </FinderFrame>
    );
  if (!data)
    return (
      <FinderFrame title="Found keys" lead={null}>
        <Skeleton className="h-80 rounded-2xl" />
      </FinderFrame>
    );
  if (!data.finder || ended) return <NotInUse />;
  return <FoundForm code={code} finder={data.finder} onEnded={() => setEnded(true)} />;
}
