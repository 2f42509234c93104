/** Settings of the embedded server, sized for a small machine. */
export const POSTGRES_SETTINGS = {
  listen_addresses: '',
  max_connections: 60,
  shared_buffers: '128MB',
  // No replica can follow this server, so the log contains only what recovery needs.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '256MB',
  checkpoint_timeout: '5min',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  log_checkpoints: 'off',
  // Errors of statements reach the program anyway; in this log they would reveal customers' data.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
}

/** Settings for tests: many shops share one server, and data need not survive a crash of the machine. */
export const TEST_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: 200 }
