/** Sized for a small machine. */
export const POSTGRES_SETTINGS = {
  listen_addresses: '',
  max_connections: 60,
  shared_buffers: '128MB',
  // No replica can be fed from here, so the log carries what recovery needs and no more.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '256MB',
  checkpoint_timeout: '5min',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  log_checkpoints: 'off',
  // Errors of statements go to whoever sent them; here they would show customers' data to whoever reads the log.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
}

/** For tests: many shops at once share it, and nobody misses what a crash of the machine takes. */
export const TEST_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: 200 }
