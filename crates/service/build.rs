//! Lists the languages of the page with the texts of their e-mails, for `src/mail/language.rs`.

use std::error::Error;
use std::path::{Path, absolute};

#[path = "src/mail/catalogue.rs"]
mod catalogue;

fn main() -> Result<(), Box<dyn Error>> {
    let page = absolute("../../web/app")?;
    println!("cargo::rerun-if-changed={}", page.join(catalogue::SETTINGS).display());
    println!("cargo::rerun-if-changed={}", page.join(catalogue::MESSAGES).display());
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("languages.rs"), catalogue::list(&page)?)?;
    Ok(())
}
