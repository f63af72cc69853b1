export function retiredSince(
  root: string,
  revision: string,
): (test: { readonly file: string; readonly title: string }) => string | undefined
