/** Functions that read files, reach other servers, run SQL from texts, wait, or end other sessions. */
export const harmfulFunctions: readonly string[] = `
  pg_read_* pg_ls_* pg_stat_file pg_sleep* lo_* dblink* pg_terminate_backend pg_cancel_backend pg_reload_conf
  pg_stat_reset* pg_stat_statements_reset pg_rotate_logfile pg_promote set_config query_to_* table_to_xml* schema_to_xml* database_to_xml* cursor_to_xml* ts_stat
  ts_rewrite crosstab* connectby pg_advisory_* pg_try_advisory_* setval nextval pg_notify pg_logical_* pg_create_*
  pg_drop_* pg_export_snapshot pg_switch_wal pg_wal_* pg_backup_* pg_file_* pg_execute_* pg_import_* pg_current_logfile
  load_file sleep benchmark get_lock release_lock release_all_locks is_free_lock master_pos_wait source_pos_wait
  extractvalue updatexml sys_exec sys_eval sys_get sys_set load_extension readfile writefile edit fts3_tokenizer zipfile
  openrowset openquery opendatasource openxml xp_* sp_* external_query system$* http_*`
  .trim()
  .split(/\s+/);

/** Tables with passwords of the database itself, and with values copied from other tables. */
export const harmfulTables: readonly string[] =
  'pg_authid pg_shadow pg_stats pg_stats_ext* pg_statistic* pg_largeobject pg_user_mapping pg_user_mappings pg_hba_file_rules pg_file_settings mysql.*'.split(
    ' ',
  );
