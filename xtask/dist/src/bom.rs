//! Bill of materials: SPDX 2.3 in JSON.

use serde_json::{Value, json};

use crate::packages::{Kind, Package};

/// Subject of a bill of materials.
#[derive(Clone, Debug)]
pub(crate) struct Subject<'a> {
    /// Name of the archive.
    pub(crate) name: &'a str,
    pub(crate) version: &'a str,
    /// The commit of the sources.
    pub(crate) commit: &'a str,
    /// The time of the commit, as `2026-11-23T07:30:11Z`.
    pub(crate) time: &'a str,
    /// The SHA-256 of the program, in hexadecimal.
    pub(crate) program: &'a str,
}

/// Returns the document as JSON text.
pub(crate) fn spdx(subject: &Subject<'_>, packages: &[Package]) -> String {
    let mut described = vec![json!({
        "SPDXID": "SPDXRef-saffron",
        "name": "saffron",
        "versionInfo": subject.version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": false,
        "licenseConcluded": "MIT OR Apache-2.0",
        "licenseDeclared": "MIT OR Apache-2.0",
        "copyrightText": "NOASSERTION",
        "primaryPackagePurpose": "APPLICATION",
        "checksums": [{ "algorithm": "SHA256", "checksumValue": subject.program }],
        "sourceInfo": format!("built from commit {}", subject.commit),
    })];
    described.extend(packages.iter().map(describe));
    let mut relationships = vec![relationship("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-saffron")];
    relationships.extend(packages.iter().map(|package| {
        // The page, with the npm packages, is data of the program.
        let kind = if package.kind == Kind::Npm { "CONTAINS" } else { "STATIC_LINK" };
        relationship("SPDXRef-saffron", kind, &id(package))
    }));
    let document = json!({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": subject.name,
        "documentNamespace": format!("https://spdx.org/spdxdocs/{}-{}", subject.name, subject.program),
        "creationInfo": { "created": subject.time, "creators": ["Tool: saffron-dist"] },
        "packages": described,
        "relationships": relationships,
    });
    format!("{document:#}\n")
}

fn describe(package: &Package) -> Value {
    let Package { name, version, license, .. } = package;
    let mut value = json!({
        "SPDXID": id(package),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": false,
        "licenseConcluded": license,
        "licenseDeclared": license,
        "copyrightText": "NOASSERTION",
    });
    let (ecosystem, algorithm) = match package.kind {
        Kind::Crate => ("cargo", "SHA256"),
        Kind::Npm => ("npm", "SHA512"),
        Kind::Runtime => return value,
    };
    // Characters with a meaning in package addresses.
    let escaped = |text: &str| text.replace('@', "%40").replace('+', "%2B");
    let locator = format!("pkg:{ecosystem}/{}@{}", escaped(name), escaped(version));
    value["externalRefs"] =
        json!([{ "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator }]);
    if let Some(checksum) = &package.checksum {
        value["checksums"] = json!([{ "algorithm": algorithm, "checksumValue": checksum }]);
    }
    value
}

/// Identifier of a package, of letters, digits, dots and hyphens.
fn id(package: &Package) -> String {
    let kind = match package.kind {
        Kind::Crate => "crate",
        Kind::Npm => "npm",
        Kind::Runtime => "runtime",
    };
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    format!("SPDXRef-{kind}-{}-{}", package.name, package.version).chars().map(plain).collect()
}

fn relationship(from: &str, kind: &str, to: &str) -> Value {
    json!({ "spdxElementId": from, "relationshipType": kind, "relatedSpdxElement": to })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_package_is_described_and_related() {
        let package = |name: &str, version: &str, kind, checksum: Option<&str>| Package {
            name: name.to_owned(),
            version: version.to_owned(),
            kind,
            license: "MIT".to_owned(),
            checksum: checksum.map(str::to_owned),
            texts: Vec::new(),
        };
        let packages = [
            package("toml", "1.2.1+spec-1.1.0", Kind::Crate, Some("aa")),
            package("@scope/it", "2.0.0", Kind::Npm, Some("bb")),
            package("musl", "1.2.5", Kind::Runtime, None),
        ];
        let subject = Subject {
            name: "saffron-1-x",
            version: "1",
            commit: "c0ffee",
            time: "2026-11-23T00:00:00Z",
            program: "cc",
        };
        let document: Value = serde_json::from_str(&spdx(&subject, &packages)).unwrap();
        let described = document["packages"].as_array().unwrap();
        assert_eq!(described.len(), 4);
        assert_eq!(described[1]["SPDXID"], "SPDXRef-crate-toml-1.2.1-spec-1.1.0");
        assert_eq!(described[1]["externalRefs"][0]["referenceLocator"], "pkg:cargo/toml@1.2.1%2Bspec-1.1.0");
        assert_eq!(described[2]["externalRefs"][0]["referenceLocator"], "pkg:npm/%40scope/it@2.0.0");
        assert_eq!(described[2]["checksums"][0]["algorithm"], "SHA512");
        assert!(described[3].get("checksums").is_none());
        let ids: Vec<&Value> = described.iter().map(|package| &package["SPDXID"]).collect();
        for related in document["relationships"].as_array().unwrap() {
            assert!(ids.contains(&&related["relatedSpdxElement"]), "{related}");
        }
    }
}
