/**
 * Schemes that belong to no wallet app: a browser or system handles them itself, or they start a well-known program that takes
 * commands from the URL. Both ends refuse them: the frame in listings, the page in links that the frame asks it to open.
 */
const refused = [
  // web and browsers
  'https?|wss?|ftp|javascript|data|blob|file|filesystem|vbscript|about|view-source|feed|jar|resource?|web\\+.*',
  'chrome.*|googlechromes?|moz-extension|firefox.*|microsoft-edge.*|opera.*|brave|vivaldi|devtools|safari.*|samsunginternet',
  // systems
  'intent|android-app|market|itms.*|apple-.*|x-.*|app-settings|prefs|shortcuts|workflow|mailto|tel|sms|facetime.*',
  'ms-.*|search|search-ms|shell|mk|hcp|onenote.*|ssh|sftp|telnet|ldaps?|smb|afp|vnc|rdp',
  // programs
  'zoom.*|steam.*|vscode.*|cursor|windsurf|jetbrains.*|docker.*|slack|skype|callto|msteams',
  'teamviewer.*|anydesk|rustdesk|parsec|putty|winscp|iterm2?',
]
const pattern = new RegExp(`^(?:${refused.join('|')})$`, 'i')

/** @param scheme without its colon */
export const isAppScheme = (scheme: string): boolean =>
  /^[a-z][a-z0-9+.-]{1,40}$/i.test(scheme) && !pattern.test(scheme)
