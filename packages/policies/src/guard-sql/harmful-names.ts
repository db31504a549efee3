/** Functions that read files, reach other servers, run SQL from texts, wait, or end other sessions. */
export const harmfulFunctions: readonly string[] = `
  pg_read_* pg_ls_* pg_stat_file pg_sleep* lo_* dblink* pg_terminate_backend pg_cancel_backend pg_reload_conf
  pg_stat_reset* pg_stat_statements_reset pg_rotate_logfile pg_promote set_config query_to_* table_to_xml* schema_to_xml* database_to_xml* cursor_to_xml* ts_stat
  ts_rewrite crosstab* connectby pg_advisory_* pg_try_advisory_* setval nextval pg_notify pg_logical_* pg_create_*
  pg_drop_* pg_export_snapshot pg_switch_wal pg_wal_* pg_backup_* pg_file_* pg_execute_* pg_import_* pg_current_logfile
  xpath_table lowrite loread pg_replication_* pg_copy_* pg_start_backup pg_stop_backup pg_show_all_file_settings
  pg_hba_file_rules get_raw_page* heap_force_* pg_get_wal_* query_export_to_s3 table_import_from_s3
  load_file sleep benchmark get_lock release_lock release_all_locks is_free_lock master_pos_wait source_pos_wait
  extractvalue updatexml sys_exec sys_eval sys_get sys_set load_extension readfile writefile edit fts3_tokenizer zipfile fsdir lsdir eval
  wait_for_executed_gtid_set wait_until_sql_thread_after_gtids loginproperty fn_get_audit_file fn_trace_gettable fn_xe_file_target_read_file
  openrowset openquery opendatasource openxml xp_* sp_* external_query system$* http_*`
  .trim()
  .split(/\s+/);

/** Tables with passwords of the database itself, and with values copied from other tables. */
export const harmfulTables: readonly string[] =
  'pg_authid pg_shadow pg_stats pg_stats_ext* pg_statistic* pg_largeobject pg_user_mapping pg_user_mappings pg_hba_file_rules pg_file_settings pg_subscription user_mapping_options _pg_user_mappings sql_logins syslogins sqlite_dbpage mysql.*'.split(
    ' ',
  );

/** Functions of PostgreSQL that return a whole row, also when written like a column: `u.to_jsonb`. */
export const rowFunctions: ReadonlySet<string> = new Set(
  `to_json to_jsonb row_to_json json_build_array json_build_object jsonb_build_array jsonb_build_object json_agg jsonb_agg
  json_agg_strict jsonb_agg_strict array_agg any_value min max concat quote_literal quote_nullable record_out record_send any_out
  anyelement_out anynonarray_out anycompatible_out anycompatiblenonarray_out hash_record hstore st_asgeojson`
    .trim()
    .split(/\s+/),
);
