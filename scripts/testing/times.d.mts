export function timesPage(
  lanes: readonly { readonly name: string; readonly ms: number }[],
  files: readonly { readonly file: string; readonly ms: number }[],
  totalMs: number,
): string
