/** The nonce of this page's content security policy, from `<meta name="csp-nonce">`; undefined without one. */
export function nonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
}
