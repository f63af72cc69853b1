/** Flows that load after the first view, all imported from this file: otherwise the first view would list the files of each. */
export const loadAfterConnecting = () => import('./after-connecting.ts')
export const loadCatchUp = () => import('./catch-up.ts')
export const loadEmailLogin = () => import('./email-login.ts')
export const loadRpcRequest = () => import('./rpc-request.ts')
export const loadSignIn = () => import('./sign-in.ts')
export const loadSignInAgain = () => import('./sign-in-again.ts')
