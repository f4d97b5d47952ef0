//! Enumerations that the database keeps as texts.

/// Defines an enumeration with the text of each variant.
macro_rules! text_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// Text in the database.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl From<$name> for $crate::value::Value {
            fn from(value: $name) -> Self {
                value.as_str().into()
            }
        }

        impl $crate::value::FromValue for $name {
            fn from_value(value: $crate::value::Value) -> Result<Self, String> {
                let text = <String as $crate::value::FromValue>::from_value(value)?;
                match text.as_str() {
                    $($text => Ok(Self::$variant),)+
                    _ => Err(format!("unknown: {text:?}")),
                }
            }
        }
    };
}

pub(crate) use text_enum;
