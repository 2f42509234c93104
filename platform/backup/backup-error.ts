/** Why a backup is not made or not restored: one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
