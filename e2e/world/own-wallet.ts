/** The embedded wallet's name and icon in the projects that give it some. */
export const ownWallet = { walletName: 'Harbour Wallet', walletIcon: 'data:image/png;base64,iVBORw0KGgo=' } as const
