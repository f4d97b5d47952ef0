//! Wrapper that counts and measures the operations of a store.

use std::path::Path;
use std::sync::Arc;

use saffron_store::{Answer, Completion, Database, Epoch, LogEntry, Row, Statement, StoreError};
use tokio::time::Instant;

use crate::metrics::{Metrics, OperationLabel};

/// Database that forwards every operation to another one and measures it.
pub struct MeasuredDatabase {
    database: Arc<dyn Database>,
    metrics: Arc<Metrics>,
}

impl MeasuredDatabase {
    /// Wraps a store.
    pub fn new(database: Arc<dyn Database>, metrics: Arc<Metrics>) -> Self {
        Self { database, metrics }
    }

    /// Counts an operation, and whether it failed.
    fn counted<T: Send + 'static>(&self, operation: &'static str, answer: Answer<T>) -> Answer<T> {
        let metrics = Arc::clone(&self.metrics);
        metrics.store_operations.get_or_create(&OperationLabel { operation }).inc();
        Box::pin(async move {
            let result = answer.await;
            note_failure(&metrics, operation, &result);
            result
        })
    }
}

fn note_failure<T>(metrics: &Metrics, operation: &'static str, result: &Result<T, StoreError>) {
    if result.as_ref().is_err_and(StoreError::is_failure) {
        metrics.store_failures.get_or_create(&OperationLabel { operation }).inc();
    }
}

impl Database for MeasuredDatabase {
    fn read(&self, statement: Statement) -> Answer<Vec<Row>> {
        self.counted("read", self.database.read(statement))
    }

    fn transact(&self, statements: Vec<Statement>) -> Answer<Vec<Vec<Row>>> {
        self.counted("write", self.database.transact(statements))
    }

    fn append(&self, entries: Vec<LogEntry>, and: Vec<Statement>, done: Completion) {
        // Without entries a call writes nothing; it only waits for earlier writes.
        let writes = !entries.is_empty() || !and.is_empty();
        let metrics = Arc::clone(&self.metrics);
        let started = Instant::now();
        metrics.waiting.inc();
        if writes {
            metrics.store_operations.get_or_create(&OperationLabel { operation: "append" }).inc();
        }
        let done = move |result: Result<(), StoreError>| {
            metrics.waiting.dec();
            if writes && result.is_ok() {
                metrics.commits.observe(started.elapsed().as_secs_f64());
            }
            note_failure(&metrics, "append", &result);
            done(result);
        };
        self.database.append(entries, and, Box::new(done));
    }

    fn take_epoch(&self) -> Answer<Epoch> {
        self.database.take_epoch()
    }

    fn trim(&self, through: i64) -> Answer<u64> {
        self.counted("trim", self.database.trim(through))
    }

    fn flush(&self) -> Answer<()> {
        self.database.flush()
    }

    fn health(&self) -> Answer<()> {
        self.counted("health", self.database.health())
    }

    fn backup(&self, to: &Path) -> Answer<()> {
        self.counted("backup", self.database.backup(to))
    }

    fn close(&self) -> Answer<()> {
        self.database.close()
    }
}
