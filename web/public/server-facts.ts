type Fact = 'no-mail' | 'no-demo';

/** What the page was told of its server when it was delivered, so that nobody need ask; false where nothing was told. */
export const serverIs = (fact: Fact): boolean =>
  document.querySelector('meta[name=server]')?.getAttribute('content')?.split(' ').includes(fact) ?? false;
