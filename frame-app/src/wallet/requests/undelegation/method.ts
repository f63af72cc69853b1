/** Not a method for pages: the wallet itself sends it when the user turns the account back into a plain one. */
export const undelegateMethod = 'airlock_undelegate'
