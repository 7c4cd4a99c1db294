import { expect, test } from '../world.ts';
import { answer, line, list, openDesk, read } from './desk.ts';

test('a reader that sends a code twice puts one line on the desk, and says nothing of a second', {
  tag: '@once',
}, async ({ page, company }) => {
  const { id } = await company.location({ name: 'Manchester HQ' });
  for (const identifier of ['MCR-0301', 'MCR-0302']) await company.bunch(id, { identifier });
  await openDesk(page);
  await read(page, 'MCR-0301');
  await read(page, 'MCR-0301');
  await expect(line(page, 'MCR-0301')).toBeVisible();
  await expect(answer(page)).not.toContainText('already');
  await read(page, 'MCR-0302');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await expect(answer(page)).not.toContainText('already');
});
