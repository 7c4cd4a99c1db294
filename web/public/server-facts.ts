type Fact = 'no-mail' | 'no-demo';

/** Facts that the server wrote into the page's `<meta name="server">`; false where it wrote none. */
export const serverIs = (fact: Fact): boolean =>
  document.querySelector('meta[name=server]')?.getAttribute('content')?.split(' ').includes(fact) ?? false;
