/** Functions that read files, reach other servers, run SQL from texts, wait, or end other sessions. */
export const harmfulFunctions: readonly string[] = `
  pg_read_* pg_ls_* pg_stat_file pg_sleep* lo_* dblink* pg_terminate_backend pg_cancel_backend pg_reload_conf
  pg_stat_reset* pg_stat_statements_reset pg_rotate_logfile pg_promote set_config query_to_* query_export_* table_to_* schema_to_* database_to_* cursor_to_* ts_stat
  ts_rewrite crosstab* connectby pg_advisory_* pg_try_advisory_* setval nextval pg_notify pg_logical_* pg_create_*
  pg_drop_* pg_export_snapshot pg_switch_wal pg_wal_* pg_backup_* pg_file_* pg_execute_* pg_import_* pg_current_logfile
  xpath_table lowrite loread pg_replication_* pg_copy_* pg_start_backup pg_stop_backup pg_show_all_file_settings
  pg_hba_file_rules get_raw_page* heap_force_* pg_get_wal_* table_import_* identifier table result_scan
  load_file sleep benchmark get_lock release_lock release_all_* is_free_lock master_pos_wait source_pos_wait
  extractvalue updatexml sys_exec sys_eval sys_get sys_set load_extension readfile writefile edit fts3_tokenizer zipfile fsdir lsdir eval
  wait_for_* wait_until_* loginproperty fn_get_audit_file fn_trace_gettable fn_xe_file_target_read_file
  openrowset openquery opendatasource openxml xp_* sp_* external_query system$* http_*`
  .trim()
  .split(/\s+/);

/** Tables with passwords of the database itself, and with values copied from other tables. */
export const harmfulTables: readonly string[] =
  'pg_authid pg_shadow pg_stats* pg_statistic* pg_largeobject pg_user_mapping* pg_hba_file_rules pg_file_settings pg_subscription user_mapping_options _pg_user_mappings sql_logins syslogins sqlite_dbpage mysql.*'.split(
    ' ',
  );

/** Matches functions of PostgreSQL that return a whole row, also when written like a column: `u.to_jsonb`. */
export const ROW_FUNCTION: RegExp =
  /^(?:(?:row_)?to_jsonb?|jsonb?_(?:agg(?:_strict)?|build_(?:array|object))|array_agg|any_value|min|max|concat|quote_(?:literal|nullable)|(?:any.*|record)_out|record_send|hash_record|hstore|st_asgeojson)$/;
