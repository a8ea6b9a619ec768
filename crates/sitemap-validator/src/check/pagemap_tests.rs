use crate::Rule;
use crate::check::testing::{default, document, marked, repaired, sitemap};
use crate::diagnostic::FixKind;
use crate::message;

const NS: &str = "xmlns=\"http://www.google.com/schemas/sitemap-pagemap/1.0\"";
const OBJECT: &str = "<DataObject type=\"t\"><Attribute name=\"a\" value=\"1\"/></DataObject>";

/// A page with a `PageMap` of `content`.
fn page(content: &str) -> String {
    sitemap(&format!("<url><loc>https://tidepool.page/a</loc><PageMap {NS}>{content}</PageMap></url>"))
}

fn is(text: &str, expected: &[(&str, &str)]) {
    assert_eq!(marked(text, &document(text, &default())), expected, "{text}");
}

#[test]
fn what_the_schema_allows_is_clean() {
    for content in [
        "",
        OBJECT,
        "<Template src=\"t.xml\"/>",
        &format!("<Template src=\"t.xml\"/>{OBJECT}{OBJECT}"),
        "<DataObject type=\"\" id=\"1\"/>",
        "<DataObject type=\"t\" xml:lang=\"de\" x:a=\"1\" xmlns:x=\"urn:x\"/>",
        "<DataObject type=\"t\"><Attribute name=\"a\">1</Attribute><Attribute name=\"b\" value=\"\"> </Attribute></DataObject>",
    ] {
        is(&page(content), &[]);
    }
    let prefixed = "<p:PageMap xmlns:p=\"http://www.google.com/schemas/sitemap-pagemap/1.0\">\
                    <p:DataObject type=\"t\"/></p:PageMap>";
    is(&sitemap(&format!("<url><loc>https://tidepool.page/a</loc>{prefixed}</url>")), &[]);
}

#[test]
fn required_attributes() {
    for (content, name, title) in [
        ("<Template/>", "Template", "This `<Template>` has no attribute `src`"),
        ("<DataObject id=\"1\"/>", "DataObject", "This `<DataObject>` has no attribute `type`"),
        (
            "<DataObject type=\"t\"><Attribute value=\"1\"/></DataObject>",
            "Attribute",
            "This `<Attribute>` has no attribute `name`",
        ),
    ] {
        let text = page(content);
        let found = document(&text, &default());
        assert_eq!(marked(&text, &found), [("pagemap-missing-attribute", name)]);
        assert_eq!(message::title(&found[0], &text), title);
    }
    is(&page("<DataObject Type=\"t\"/>"), &[("pagemap-structure", "Type")]);
}

#[test]
fn values_of_attributes() {
    let object = |attribute: &str| page(&format!("<DataObject type=\"t\">{attribute}</DataObject>"));
    for (attribute, tag, fixed) in [
        ("<Attribute name=\"a\" value=\"1\">2</Attribute>", "<Attribute name=\"a\" value=\"1\">", None),
        (
            "<Attribute name=\"a\" value=\"x&amp;y\"> x&#38;y\n</Attribute>",
            "<Attribute name=\"a\" value=\"x&amp;y\">",
            Some("<Attribute name=\"a\" value=\"x&amp;y\"></Attribute>"),
        ),
        ("<Attribute name=\"a\" value=\"\">2</Attribute>", "<Attribute name=\"a\" value=\"\">", None),
        ("<Attribute name=\"a\"> </Attribute>", "<Attribute name=\"a\">", None),
        ("<Attribute name=\"a\"/>", "<Attribute name=\"a\"/>", None),
    ] {
        let text = object(attribute);
        is(&text, &[("pagemap-value-conflict", tag)]);
        let after = repaired(&text, &document(&text, &default()), FixKind::Suggest);
        assert_eq!(after, object(fixed.unwrap_or(attribute)));
    }
    is(&object("<Attribute name=\"a\"><![CDATA[1]]></Attribute>"), &[]);
    is(&object("<Attribute name=\"a\">1<b/></Attribute>"), &[("structure-child-in-value", "<b/>")]);
}

#[test]
fn the_structure_of_the_schema() {
    let map = |content: &str| format!("<PageMap {NS}>{content}</PageMap>");
    for (text, name, title) in [
        (page("<pageMap/>"), "pageMap", "Unknown PageMap element `<pageMap>`; did you mean `PageMap`?"),
        (
            page("<dataobject type=\"t\"/>"),
            "dataobject",
            "Unknown PageMap element `<dataobject>`; did you mean `DataObject`?",
        ),
        (
            page("<Dataobjects type=\"t\"/>"),
            "Dataobjects",
            "Unknown PageMap element `<Dataobjects>`; did you mean `DataObject`?",
        ),
        (page("<Thing><Part/><DataObject type=\"t\"/></Thing>"), "Thing", "Unknown PageMap element: `<Thing>`"),
        (page("<DataObject type=\"t\" lang=\"de\"/>"), "lang", "`<DataObject>` has no attribute `lang`"),
        (page("<Attribute name=\"a\" value=\"1\"/>"), "Attribute", "`<Attribute>` is not in `<DataObject>`"),
        (
            page("<DataObject type=\"t\"><DataObject type=\"t\"/></DataObject>"),
            "DataObject",
            "`<DataObject>` is not in `<PageMap>`",
        ),
        (page(&format!("{OBJECT}<Template src=\"t\"/>")), "Template", "`<Template>` is after `<DataObject>`"),
        (page("<Template src=\"t\"/><Template src=\"t\"/>"), "Template", "`<PageMap>` has a second `<Template>`"),
        (
            sitemap(&format!("<url><loc>https://tidepool.page/a</loc>{0}{0}</url>", map(OBJECT))),
            "PageMap",
            "`<url>` has a second `<PageMap>`",
        ),
        (
            sitemap(&format!("<url><loc>https://tidepool.page/a</loc></url>{}", map(OBJECT))),
            "PageMap",
            "`<PageMap>` is not in `<url>`",
        ),
    ] {
        let found = document(&text, &default());
        assert_eq!(marked(&text, &found), [("pagemap-structure", name)]);
        assert_eq!(message::title(&found[0], &text), title);
    }
    // Each of two entries may have one.
    let entry = |path: &str| format!("<url><loc>https://tidepool.page/{path}</loc>{}</url>", map(OBJECT));
    is(&sitemap(&[entry("a"), entry("b")].concat()), &[]);
    is(&page("words"), &[("structure-unexpected-text", "words")]);
    let text = sitemap(&format!("<url><loc>https://tidepool.page/{}</loc></url>", map("")));
    assert!(document(&text, &default()).iter().all(|found| found.rule() == Rule::StructureChildInValue));
}
