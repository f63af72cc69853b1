/** Errors of JSON-RPC that concern a node, its state or its limits, not the call: another node may answer. */

/** What nodes and their operators say. They agree on no code. */
const ofNode =
  /rate.?limit|too many requests|limit exceeded|capacity|quota|unauthorized|api.?key|internal error|header not found|timed? ?out|unavailable|behind|missing trie node|state.*not available|pruned|archive/i

export function isOfNode({ code, message }: { readonly code: number; readonly message: string }): boolean {
  // What a contract says when it reverts is its author's text.
  if (/revert/i.test(message)) return false
  return code === 429 || (((code <= -32000 && code >= -32099) || code === -32603) && ofNode.test(message))
}
